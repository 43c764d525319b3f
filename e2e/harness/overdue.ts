import { asOwner } from './as-owner.ts'
import type { RunningServer } from './program.ts'

/** The loan of a device that goes on should have ended two days ago. */
export async function overdueLoan(server: RunningServer, cardId: string): Promise<void> {
  await asOwner(server, (client) =>
    client.query(
      `update device_use set return_time = now() - interval '2 days', version = version + 1 where tenant_id = '100001' and card_id = $1 and status = 'received'`,
      [cardId],
    ),
  )
}
