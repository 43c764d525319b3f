import { flowNotices } from '#contract/entities/flow/flow-notices.ts'
import { gatherNotices } from '#contract/entities/platform/notice-kinds.ts'

// The words of these notices come after the first page, which has no room for them.
gatherNotices(flowNotices)
