// A test file imports this module alone.
@_exported public import QueueConformance
@_exported public import QueueExploration
@_exported public import ScheduleExploration
