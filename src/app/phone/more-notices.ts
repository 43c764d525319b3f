import { ambulanceNotices } from '#contract/entities/check/ambulance-notices.ts'
import { custodyNotices } from '#contract/entities/custody/custody-notices.ts'
import { disposalNotices } from '#contract/entities/disposal/disposal-notices.ts'
import { flowNotices } from '#contract/entities/flow/flow-notices.ts'
import { stockNotices } from '#contract/entities/place/stock-notices.ts'
import { gatherNotices } from '#contract/entities/platform/notice-kinds.ts'
import { poolNotices } from '#contract/entities/pool/pool-notices.ts'

/** Words of notices that come after the first page, which has no room for them; some are of modules without a page on the phone. */
const more = [custodyNotices, flowNotices, disposalNotices, poolNotices, stockNotices, ambulanceNotices]
more.forEach(gatherNotices)
