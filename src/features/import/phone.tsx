import { importNotices } from '#contract/entities/platform/import-notices.ts'
import type { PhoneArea } from '#src/kit/phone/area.ts'

/** Imports have no page on the phone, only notices. */
export const importPhone: PhoneArea = { name: 'import', notices: importNotices }
