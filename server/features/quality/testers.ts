import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'

/** The certificate of a tester on the day of a control. */
export interface TesterCertificate {
  readonly certificateNo: string | null
  readonly validUntil: string | null
}

interface Tester {
  readonly id: string
  readonly name: string
  readonly hasCard: boolean
  /** The newest record of metrology until the day. */
  readonly result: string | null
  readonly certificateNo: string | null
  readonly validUntil: string | null
}

const refuse = (name: string, zh: string, en: string): never => {
  throw new Refusal('rule', { zh: `测试仪“${name}”${zh}`, en: `The tester “${name}” ${en}` })
}

/**
 * The certificates of testers on a day. Throws, naming the first tester, if one has none, failed its last metrology, or its certificate was
 * expired. A card that was filled by an import has its certificate and no record.
 */
export async function certificatesOn(tx: Transaction, testerIds: readonly string[], day: string): Promise<Map<string, TesterCertificate>> {
  const { rows } = await tx.run({
    text: `select d.id, concat_ws(' ', d.device_name, d.device_code) as name, c.id is not null as "hasCard",
        case when r.id is not null then r.result when c.measured_on <= $3::date then c.last_result end as result,
        case when r.id is not null then r.certificate_no when c.measured_on <= $3::date then c.certificate_no end as "certificateNo",
        case when r.id is not null then r.valid_until when c.measured_on <= $3::date then c.valid_until end as "validUntil"
      from device d left join measure_card c on c.tenant_id = d.tenant_id and c.device_id = d.id and not c.is_deleted
        left join lateral (select m.* from measure_record m where m.tenant_id = d.tenant_id and m.device_id = d.id and m.record_status = 'done' and not m.is_deleted
          and m.measured_on <= $3::date order by m.measured_on desc, m.id desc limit 1) r on true
      where d.tenant_id = $1 and d.id = any($2::uuid[]) order by d.id`,
    values: [tx.tenantId, testerIds, day],
  })
  const found = new Map<string, TesterCertificate>()
  for (const { id, name, hasCard, result, certificateNo, validUntil } of rows as unknown as Tester[]) {
    if (!hasCard || result === null) refuse(name, `在 ${day} 没有计量证书`, `had no metrology certificate on ${day}`)
    if (result === 'failed') refuse(name, `在 ${day} 计量不合格`, `had failed its metrology on ${day}`)
    if (validUntil !== null && validUntil < day) {
      const no = certificateNo ? ` ${certificateNo}` : ''
      refuse(
        name,
        `的证书${no} 有效期至 ${validUntil}，质控当天已过期`,
        `had a certificate${no} valid until ${validUntil}, which was expired on ${day}`,
      )
    }
    found.set(id, { certificateNo, validUntil })
  }
  return found
}
