import type { Client, Row, TestApp } from './app-for-test.ts'

let serial = 0

/** A route with one room, and a round on it with its stop; the words stand in every text. Throws when refused. */
export async function roundRows(app: TestApp, client: Client, word: string, dept: string): Promise<Record<string, string>> {
  const must = async (path: string, body: object): Promise<string> => {
    const answer = await client.post<Row>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return String(answer.data.id)
  }
  // Places are everybody's, so that their names say no secret.
  const nth = ++serial
  let locationId: string | undefined
  for (const level of ['courtyard', 'building', 'floor', 'room'])
    locationId = await must('/eam/plc/location/submit', {
      ...{ locationName: `巡检${level}${nth}`, level },
      ...(locationId && { parentId: locationId }),
    })
  const roundRoute = await must('/eam/round-route/submit', {
    ...{ routeName: nth > 1 ? `${word}路线${nth}` : `${word}路线`, deptId: dept, remark: `${word}路线备注` },
    stops: [{ locationId, note: `${word}要点` }],
  })
  const roundTask = await must('/eam/round-task/submit', { routeId: roundRoute, remark: `${word}巡检备注` })
  const [line] = await app.sql('select id from round_route_stop where route_id = $1', [roundRoute])
  const [stop] = await app.sql('select id from round_stop where task_id = $1', [roundTask])
  return { roundRoute, roundRouteStop: String(line!.id), roundTask, roundStop: String(stop!.id) }
}
