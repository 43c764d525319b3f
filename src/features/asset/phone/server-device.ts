import { deviceByCode } from '#contract/calls/asset/asset.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { invoke } from '#src/data/client.ts'
import { readDetail } from '#src/data/read-detail.ts'
import type { PhoneDevice } from '../public/device.ts'

/** Looks a code up on the server, for cards that this phone does not hold. Throws ApiError. */
export function findOnServer(code: string): Promise<PhoneDevice> {
  return invoke(deviceByCode, { query: { rfidCode: code } })
}

/** Reads one card from the server. Throws ApiError. */
export const readOnServer = (id: string): Promise<PhoneDevice> => readDetail(device, id)
