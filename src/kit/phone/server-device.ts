import { deviceByCode } from '#contract/calls/asset.ts'
import { device } from '#contract/entities/asset/device.ts'
import { urlsOf } from '#contract/kit/entity.ts'
import { invoke, request } from '#src/data/client.ts'
import type { PhoneDevice } from './device.ts'

/** Looks a code up on the server, for cards that this phone does not hold. Throws ApiError. */
export function findOnServer(code: string): Promise<PhoneDevice> {
  return invoke(deviceByCode, { query: { rfidCode: code } })
}

/** Reads one card from the server. Throws ApiError. */
export function readOnServer(id: string): Promise<PhoneDevice> {
  return request<PhoneDevice>(urlsOf(device, 'detail')[0]!, { query: { id } })
}
