import { asOwner } from './as-owner.ts'
import type { RunningServer } from './program.ts'

/** A card with all its codes. */
export interface ManyCard {
  readonly deviceName: string
  readonly deviceCode: string
  readonly rfidCode: string
  readonly qrToken: string
  readonly assetsCode: string
  readonly sn: string
}

/** Cards made in one statement, as an import leaves them, in a department of their own; returns the department, the cards, and the RFID of each. */
export async function manyCards(server: RunningServer, count: number): Promise<{ deptId: string; cards: ManyCard[]; codes: string[] }> {
  return asOwner(server, async (client) => {
    const dept = await client.query<{ id: string }>(
      `insert into dept (tenant_id, id, dept_name, category, path) select '100001', id, '大库', 'warehouse', id || '/' from (select gen_random_uuid() as id) d returning id`,
    )
    const deptId = dept.rows[0]?.id ?? ''
    const { rows } = await client.query<ManyCard>(
      `insert into device (tenant_id, id, device_name, device_code, rfid_code, qr_token, assets_code, sn, use_dept_id, eam_status, filing_status, original_value)
        select '100001', gen_random_uuid(), '输液泵 ' || n, 'DK-' || lpad(n::text, 6, '0'), 'E2801160' || lpad(n::text, 12, '0'), substr(md5('dk' || n), 1, 12), 'GZ-' || lpad(n::text, 8, '0'), 'SN-DK-' || n, $1, 'in_use', 'filed', 1000
        from generate_series(1, $2::int) n
        returning device_name as "deviceName", device_code as "deviceCode", rfid_code as "rfidCode", qr_token as "qrToken", assets_code as "assetsCode", sn`,
      [deptId, count],
    )
    return { deptId, cards: rows, codes: rows.map((row) => row.rfidCode) }
  })
}
