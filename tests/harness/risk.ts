import type { Client, Row, TestApp } from './app-for-test.ts'

/** Points of a device, a scheme out of use with its band, the proposal that follows for the device, and a counter with its reading; throws when refused. */
export async function riskRows(app: TestApp, client: Client, word: string, device: string): Promise<Record<string, string>> {
  const must = async (path: string, body: object = {}): Promise<Row> => {
    const answer = await client.post<Row>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  const points = { functionPoints: 10, riskPoints: 5, maintenancePoints: 5 }
  const { id: riskScore } = await must('/eam/risk-score/submit', { scoreSubject: 'device', deviceId: device, ...points })
  const bands = [{ fromPoints: 15, planCycle: 6, planCycleUnit: 'month' }]
  const { id: riskScheme } = await must('/eam/risk-scheme/submit', { schemeName: `${word}分级`, isInactive: 1, bands })
  await must('/eam/risk-proposal/refresh')
  const [band] = await app.sql('select id from risk_band where scheme_id = $1', [riskScheme])
  const [proposal] = await app.sql("select id from risk_proposal where device_id = $1 and proposal_state = 'open'", [device])
  const { id: meterReading } = await must('/eam/meter-reading/submit', {
    deviceId: device,
    meterKind: 'uses',
    readOn: '2026-01-02',
    reading: 5,
    remark: word,
  })
  const [meter] = await app.sql('select id from device_meter where device_id = $1', [device])
  return {
    meterReading,
    deviceMeter: String(meter!.id),
    riskScore,
    riskScheme,
    riskBand: String(band!.id),
    ...(proposal && { riskProposal: String(proposal.id) }),
  }
}
