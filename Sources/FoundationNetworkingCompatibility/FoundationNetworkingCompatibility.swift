// Who writes `import FoundationNetworkingCompatibility` gets all of FoundationNetworking, and what makes it take the drop-in's
// queue. A module of its own, as Foundation's is: whoever needs no network loads none of its libraries.
@_exported public import FoundationNetworking
