import { type Brief, type BriefAct, briefActs } from '#contract/entities/flow/brief.ts'
import type { Row } from '#server/db/query.ts'
import { type Course, openNodes } from './course/course.ts'
import { briefPeople } from './course/writers.ts'

const moment = (value: unknown): string | null => (value === null || value === undefined ? null : new Date(String(value)).toISOString())

/** An act with the ids of people, whose names are read once it is written. */
interface Noted extends Omit<BriefAct, 'to'> {
  readonly toId?: string
}
const noted = new WeakMap<Course, Noted[]>()

/** Keeps an act of the person for the brief, until the act is written. */
export function noteAct(
  course: Course,
  { act, node, opinion, images, toUserId }: { act: string; node: unknown; opinion: unknown; images: unknown; toUserId: unknown },
): void {
  const entry: Noted = {
    act,
    who: course.context.actor.realName,
    at: new Date().toISOString(),
    ...(node ? { node: String(node) } : {}),
    ...(opinion ? { opinion: String(opinion) } : {}),
    ...(Array.isArray(images) && images.length > 0 ? { images: images.map(String) } : {}),
    ...(toUserId ? { toId: String(toUserId) } : {}),
  }
  noted.set(course, [...(noted.get(course) ?? []), entry])
}

async function namesOf({ tx }: Course, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.run({
    text: 'select id, real_name from app_user where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, ids],
  })
  return new Map(rows.map((row) => [String(row.id), String(row.real_name)]))
}

async function newActs(course: Course): Promise<BriefAct[]> {
  const entries = noted.get(course) ?? []
  noted.delete(course)
  const names = await namesOf(course, [...new Set(entries.flatMap(({ toId }) => toId ?? []))])
  return entries.map(({ toId, ...entry }) => ({ ...entry, ...(toId ? { to: names.get(toId) ?? '—' } : {}) }))
}

const asked = (course: Course): Row[] => course.tasks.filter(({ task_state }) => task_state === 'open')

/** What the row of an approval keeps for phones: who holds it, and its brief. An approval that began before briefs were kept has none. */
export async function briefColumns(course: Course): Promise<Row> {
  const before = (course.row.brief as Brief | null | undefined) ?? null
  const open = asked(course)
  const held_by = [...new Set([...open.map(({ user_id }) => String(user_id)), String(course.row.applicant_id)])]
  const acts = await newActs(course)
  if (!before) return { held_by }
  const waiting = new Set(openNodes(course).map((node) => node.node_key))
  const earlier = new Map(
    course.nodes.flatMap(({ node_kind, node_state, node_key, node_name }) =>
      node_kind === 'approve' && node_state === 'done' && !waiting.has(node_key)
        ? [[node_key, { nodeKey: String(node_key), nodeName: String(node_name) }]]
        : [],
    ),
  )
  const brief: Brief = {
    ...before,
    course: [...before.course, ...acts].slice(-briefActs),
    asked: open.map((task) => ({
      taskId: String(task.id),
      userId: String(task.user_id),
      node: String(task.node_name),
      openedAt: moment(task.opened_at),
      dueAt: moment(task.due_at),
    })),
    earlier: [...earlier.values()],
    allowSelf: course.tree.allowSelf === true,
    // A brief of an earlier release knows neither.
    ...(before.writers ? {} : await briefPeople(course.tx, course.approval, course.row.document_id)),
  }
  return { held_by, brief }
}
