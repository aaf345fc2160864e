internal import AsyncHTTPClient
internal import DownloadCore
private import Foundation
private import FoundationNetworking
private import LinuxPlatform
private import NIOCore
private import NIOHTTP1
private import NIOPosix

extension TransferFailure {
    /// What `URLSession` says. It knows little: libcurl's reasons are few numbers here.
    init(urlSession error: any Error) {
        let error = error as NSError
        let text = error.localizedDescription
        guard error.domain == NSURLErrorDomain else {
            self = .connectionLost(text)
            return
        }
        self =
            switch error.code {
            case NSURLErrorTimedOut: .connectTimedOut
            case NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost, NSURLErrorDNSLookupFailed,
                NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateUntrusted,
                NSURLErrorServerCertificateHasBadDate:
                .notConnected(text)
            case NSURLErrorBadServerResponse, NSURLErrorCannotDecodeContentData,
                NSURLErrorCannotDecodeRawData,
                NSURLErrorCannotParseResponse, NSURLErrorBadURL, NSURLErrorUnsupportedURL:
                .invalid(text)
            default: .connectionLost(text)
            }
    }

    /// What async-http-client says.
    init(asyncHTTP error: any Error) {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .connectTimedOut
            case .remoteConnectionClosed, .readTimeout, .writeTimeout, .cancelled, .uncleanShutdown,
                .deadlineExceeded:
                self = .connectionLost(error.shortDescription)
            default: self = .invalid(error.description)
            }
        case let error as NIOConnectionError:
            self = .notConnected(error.connectionErrors.first.map { "\($0.error)" } ?? "\(error)")
        case let error as ChannelError:
            if case .connectTimeout = error {
                self = .connectTimedOut
            } else {
                self = .connectionLost("\(error)")
            }
        case let error as HTTPParserError:
            // A body that ends too early is a connection that does.
            self = error == .invalidEOFState ? .connectionLost("\(error)") : .invalid("\(error)")
        case let error as IOError:
            let isRefused = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL].contains(error.errnoCode)
            self = isRefused ? .notConnected(error.description) : .connectionLost(error.description)
        default: self = .connectionLost("\(error)")
        }
    }
}
