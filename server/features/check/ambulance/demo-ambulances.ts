import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { ambulanceVehicle } from '#contract/entities/check/ambulance-vehicle.ts'
import { dayMs, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** What belongs on a trolley: name, how many, at least, unit, days until it expires. */
const listed: readonly (readonly [name: string, quantity: number, least: number, unit: string, expires?: number])[] = [
  ['肾上腺素 1mg', 10, 5, '支', 300],
  ['阿托品 0.5mg', 10, 5, '支', 20],
  ['胺碘酮 150mg', 6, 3, '支', 400],
  ['气管插管包', 2, 1, '套', 700],
  ['喉镜', 1, 1, '套'],
  ['简易呼吸器', 1, 1, '个'],
  ['除颤电极片', 4, 2, '片', 500],
]
const trolleys = ['ICU 抢救车 1 号', 'ICU 抢救车 2 号'] as const
/** Who takes over from a shift, and what they are told where all is there. */
const takesOver: Readonly<Record<string, readonly [who: string, note: string]>> = {
  day: ['小夜班 何护士', '抢救车已封签，除颤仪自检通过'],
  evening: ['大夜班 黄护士', '喉镜已试亮，备用电池在第二层'],
  night: ['白班 刘护士', '夜间未启用，封签完好'],
}
/** Checks of the last days, the oldest first: days ago, shift, what was missing and why. */
const checks: readonly (readonly [ago: number, shift: string, missing?: string, why?: string])[] = [
  [2, 'day'],
  [2, 'evening', '肾上腺素 1mg', '夜间抢救用去 4 支，已通知药房补充'],
  [1, 'night', '肾上腺素 1mg', '药房尚未补齐'],
  [1, 'day'],
  [1, 'evening', '喉镜', '灯泡损坏，送设备科维修'],
]

const dayAt = (days: number): string => homeDay(new Date(Date.now() + days * dayMs))

/** Trolleys of the intensive care with what belongs on them, and how the last shifts found them. */
export async function demoAmbulances(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, settle } = demoActs(tx, ground)
  const deptId = ground.depts.get('重症医学科')
  for (const [index, vehicleName] of trolleys.entries()) {
    const items = listed.map(([itemName, quantity, leastQuantity, unit, expires]) => ({
      ...{ itemName, quantity, leastQuantity, unit },
      ...(expires ? { expiresOn: dayAt(expires) } : {}),
    }))
    const vehicleCardId = await add('manager', ambulanceVehicle, { vehicleName, vehicleCode: `JJC-0${index + 1}`, deptId, items })
    for (const [ago, shift, missing, note] of checks) {
      const lines = listed.map(([itemName, standard]) =>
        itemName === missing && index === 0
          ? { itemName, standard, quantity: standard > 4 ? standard - 4 : 0, lineResult: 'loss', note }
          : { itemName, standard, quantity: standard, lineResult: 'complete' },
      )
      const [handOverTo, whole] = takesOver[shift]!
      const handOverNote = missing && index === 0 ? `${missing}：${note}` : whole
      const said = { deptId, checkDate: dayAt(-ago), shift, vehicle: vehicleName, vehicleCardId, handOverTo, handOverNote, lines }
      await add('keeper', ambulanceCheck, said)
    }
  }
  await settle()
}
