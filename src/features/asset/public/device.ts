import type { StopKind } from '#contract/entities/asset/stops/stop-kinds.ts'

/** A device card as phones keep it. */
export interface PhoneDevice {
  readonly id: string
  readonly version: number
  readonly deviceName: string
  readonly deviceCode: string | null
  readonly deviceModel: string | null
  readonly manufacturer: string | null
  readonly assetsCode: string | null
  readonly assetTagNo: string | null
  readonly rfidCode: string | null
  readonly qrToken: string | null
  readonly sn: string | null
  /** Absent on cards that were pulled before phones kept it. */
  readonly udiDi?: string | null
  readonly useDeptId: string | null
  readonly useDeptName: string | null
  readonly locationId: string | null
  readonly locationName: string | null
  readonly eamStatus: string
  readonly keeperId: string | null
  readonly keeperName: string | null
  /** Absent, as are the next, on cards that were pulled before phones kept it. */
  readonly filingStatus?: string | null
  readonly warrantyEnd?: string | null
  readonly stopKinds?: readonly StopKind[] | null
}
