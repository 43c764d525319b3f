import type { AttachKind } from '#contract/entities/asset/parts/attach-kinds.ts'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

interface Paper {
  readonly attachName: string
  readonly attachType: AttachKind
  readonly no: string
  /** Days from today until it ends. */
  readonly ends?: number
  /** Common names of the devices that have it. */
  readonly of: readonly string[]
}

const large = ['CT', 'DR', '彩超', '生化分析仪', '胃肠镜系统']
const papers: readonly Paper[] = [
  { attachName: '验收报告', attachType: 'acceptance', no: 'YS', of: large },
  { attachName: '采购合同', attachType: 'contract', no: 'HT', of: large },
  { attachName: '大型医用设备配置许可证', attachType: 'certificate', no: 'PZ', of: ['CT'] },
  { attachName: '放射诊疗许可证', attachType: 'certificate', no: 'FS', ends: 400, of: ['CT', 'DR'] },
  { attachName: '压力容器使用登记证', attachType: 'certificate', no: 'RQ', ends: 75, of: ['脉动真空灭菌器'] },
]

/** Papers of the large devices: what they are, their numbers, and where they are kept. */
export async function demoPapers(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const { rows } = await tx.run({
    text: `select id, common_name, purchase_date::text as bought from device where tenant_id = $1 and common_name = any($2) and filing_status = 'filed' and not is_deleted
      order by device_code`,
    values: [tx.tenantId, [...new Set(papers.flatMap(({ of }) => of))]],
  })
  for (const [at, { id, common_name, bought }] of rows.entries())
    for (const { attachName, attachType, no, ends, of } of papers)
      if (of.includes(String(common_name)))
        await add('manager', deviceAttach, {
          ...{ attachName, attachType, deviceId: id, documentNo: `${no}-${String(bought).slice(0, 4)}-${String(at + 1).padStart(3, '0')}` },
          ...{
            issuedOn: bought,
            keptAt: `设备科档案室 ${1 + (at % 4)} 号柜`,
            ...(ends ? { validUntil: daysAfter(today, ends + at) } : {}),
          },
        })
  await settle()
}
