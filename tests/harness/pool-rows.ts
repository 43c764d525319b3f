import type { Hospital } from './hospitals.ts'

type Add = (name: string, path: string, draft: object) => Promise<void>

/** A row of each family of the shared pool and of disposals. `rows`: a device in a department of its own is there. */
export async function poolRows(add: Add, rows: Readonly<Record<string, string>>, of: Hospital, word: string): Promise<void> {
  const deviceId = rows.device
  await add('poolDevice', '/eam/share/pool/submit', { deviceId, priceKind: 'hour', unitPrice: '12.50', remark: word })
  const when = { fromTime: '2099-01-01 08:00:00', toTime: '2099-01-01 12:00:00' }
  const use = { deviceId, borrowDeptId: of.depts.bones, purpose: word, ...when }
  await add('sharedBorrowing', '/eam/deviceusemanage/shared-borrowing-save', use)
  await add('poolWaiting', '/eam/share/waiting/submit', { deviceId, borrowDeptId: of.depts.bones, remark: word })
  await add('poolMinimum', '/eam/share/minimum/submit', {
    deptId: of.depts.bones,
    deviceClassId: rows.deviceClass,
    minimum: 1,
    remark: word,
  })
  await add('deviceDisposal', '/eam/devicedisposal/submit', {
    disposalType: 'scrap',
    declareReasons: 'aged',
    reasonDetail: word,
    useDeptId: of.depts.bones,
    lines: [{ deviceId, remark: word }],
  })
}
