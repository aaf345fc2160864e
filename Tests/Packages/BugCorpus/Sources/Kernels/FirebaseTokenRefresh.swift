/// A service that asks the backend for a token when it has none. While it awaits the answer, the actor runs another call, which
/// has no token either, and asks again.
///
/// firebase/firebase-ios-sdk, pull request 15493, "Add a mechanism to prevent concurrent token refreshes":
/// https://github.com/firebase/firebase-ios-sdk/pull/15493
actor TokenService {
    actor Backend {
        private(set) var refreshes = 0
        func refresh() -> Int {
            refreshes += 1
            return refreshes
        }
    }

    nonisolated let backend = Backend()
    private var token: Int?
    private var refresh: Task<Int, Never>?
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func accessToken() async -> Int {
        if let token { return token }
        if isFixed { return await joinedRefresh().value }
        let refreshed = await backend.refresh()
        token = refreshed
        return refreshed
    }

    /// The refresh that runs, or a new one.
    private func joinedRefresh() -> Task<Int, Never> {
        if let refresh { return refresh }
        let started = Task { [backend] in await backend.refresh() }
        refresh = started
        return started
    }
}

extension Bug {
    static let firebaseTokenRefresh = Bug(
        name: "FirebaseTokenRefresh", project: "firebase/firebase-ios-sdk",
        citation: "https://github.com/firebase/firebase-ios-sdk/pull/15493", family: .reentrancy
    ) { isFixed, expect in
        let service = TokenService(isFixed: isFixed)
        let other = Task { await service.accessToken() }
        let mine = await service.accessToken()
        let others = await other.value
        let refreshes = await service.backend.refreshes
        expect(refreshes == 1 && mine == others, "the token was refreshed \(refreshes) times")
    }
}
