import type { processDetail, todoList } from '#contract/calls/flow/flow.ts'
import type { Brief, BriefAct, BriefAsked } from '#contract/entities/flow/brief.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Words } from '#contract/kit/words.ts'
import { readRows } from '#src/data/cache/read-rows.ts'
import { useSession } from '#src/data/session.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'

/** An approval as phones keep it, with the decision that this phone still has to send. */
export interface HeldApproval {
  readonly id: string
  readonly instanceTitle: string
  readonly instanceStatus: string
  readonly approvalKindValue?: string | null
  readonly currentNodes?: string | null
  readonly applicantId: string
  readonly applicantName?: string | null
  readonly deptName?: string | null
  readonly createTime: string
  readonly documentId?: string
  readonly brief?: Brief | null
  readonly decided?: 'agree' | 'reject'
  readonly decidedTask?: string
  /** When this phone urged, or took the application back, while that is to be sent. */
  readonly urgingAt?: string
  readonly withdrawnAt?: string
}

/** What a list shows of an approval. */
export type ListedApproval = Pick<
  AnswerOf<typeof todoList>['records'][number],
  'id' | 'instanceTitle' | 'approvalKindValue' | 'instanceStatus' | 'applicantName' | 'deptName' | 'currentNodes'
> & {
  readonly at: string | null
  readonly dueAt: string | null
  readonly kind?: Words | undefined
  readonly devices?: string
  readonly decided?: 'agree' | 'reject' | undefined
}

/** The task of a person in a kept approval. */
export const taskOf = ({ brief }: HeldApproval, userId: string): BriefAsked | undefined =>
  brief?.asked.find((task) => task.userId === userId)

/** The decision of this phone about the task that waits now. */
export const decisionOf = (held: HeldApproval, userId: string): 'agree' | 'reject' | undefined =>
  held.decided && held.decidedTask === taskOf(held, userId)?.taskId ? held.decided : undefined

/** Whether it waits for the person: others of the same node are asked too, and who applied only where the flow allows it. Who wrote it for another passes it on. */
export const waitsFor = (held: HeldApproval, userId: string): boolean =>
  held.instanceStatus === 'running' && taskOf(held, userId) !== undefined && (held.applicantId !== userId || held.brief?.allowSelf === true)

export const isLate = (dueAt: string | null | undefined): boolean => Boolean(dueAt) && Date.parse(String(dueAt)) < Date.now()

/** A kept approval as its list shows it. */
export function listedOf(held: HeldApproval, userId: string): ListedApproval {
  const task = taskOf(held, userId)
  const lines = held.brief?.lines ?? []
  const first = lines[0]
  return {
    id: held.id,
    instanceTitle: held.instanceTitle,
    approvalKindValue: held.approvalKindValue ?? '',
    kind: held.brief?.kind,
    instanceStatus: 'running',
    applicantName: held.applicantName ?? null,
    deptName: held.deptName ?? null,
    currentNodes: held.currentNodes ?? null,
    at: task?.openedAt ?? held.createTime,
    dueAt: task?.dueAt ?? null,
    devices: first ? [first.title, (held.brief?.lineCount ?? 1) > 1 ? `× ${held.brief?.lineCount}` : ''].filter(Boolean).join(' ') : '',
    decided: decisionOf(held, userId),
  }
}

/** The running approvals on this phone; undefined while they are read. */
export const useHeldApprovals = (): HeldApproval[] | undefined =>
  useStored(async (of) => (await readRows(of, 'flowInstance')) as unknown as HeldApproval[], [])

/** How many approvals wait for the person, without those that this phone has an answer to. */
export function useWaitingCount(): number {
  const userId = useSession((state) => state.person?.user_id ?? '')
  return (useHeldApprovals() ?? []).filter((held) => waitsFor(held, userId) && !decisionOf(held, userId)).length
}

/** What the page of an approval shows, from this phone or from the server. */
export interface ShownApproval {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly status: string
  readonly applicantId: string
  readonly applicantName: string | null
  readonly deptName: string | null
  readonly createTime: string
  readonly brief: Partial<Brief>
  readonly course: readonly BriefAct[]
  /** What waits for the person; `bar`: why others decide about it. */
  readonly task?: { readonly taskId: string; readonly node: string; readonly dueAt: string | null } | undefined
  readonly bar?: 'applied' | 'written' | undefined
  readonly decided?: 'agree' | 'reject' | undefined
  /** What its applicant may do, and what of it this phone still has to send. */
  readonly mine?: { readonly withdrawable: boolean; readonly urgedAt?: string | undefined } | undefined
  readonly toSend?: 'urge' | 'cancel' | undefined
}

/** When an approval was last urged, by what is kept of its course. */
const urgedAt = (course: readonly BriefAct[]): string | undefined => course.findLast(({ act }) => act === 'urge')?.at

/** The moment from which an approval may be urged again; undefined once it may. */
export const urgedUntil = (at: string | undefined, now = Date.now()): string | undefined =>
  at !== undefined && Date.parse(at) + 3_600_000 > now ? new Date(Date.parse(at) + 3_600_000).toISOString() : undefined

const barOf = ({ applicantId, brief }: HeldApproval, userId: string): ShownApproval['bar'] =>
  brief?.allowSelf ? undefined : applicantId === userId ? 'applied' : brief?.writers?.includes(userId) ? 'written' : undefined

export function shownOfHeld(held: HeldApproval, userId: string): ShownApproval {
  return {
    id: held.id,
    title: held.instanceTitle,
    kind: held.approvalKindValue ?? '',
    status: held.instanceStatus,
    applicantId: held.applicantId,
    applicantName: held.applicantName ?? null,
    deptName: held.deptName ?? null,
    createTime: held.createTime,
    brief: held.brief ?? {},
    course: held.brief?.course ?? [],
    task: taskOf(held, userId),
    bar: barOf(held, userId),
    decided: decisionOf(held, userId),
    mine:
      held.applicantId === userId
        ? { withdrawable: held.brief?.withdrawable === true, urgedAt: held.urgingAt ?? urgedAt(held.brief?.course ?? []) }
        : undefined,
    toSend: held.withdrawnAt ? 'cancel' : held.urgingAt ? 'urge' : undefined,
  }
}

type Detail = AnswerOf<typeof processDetail>

const askedNow = ({ nodes, instanceStatus }: Detail): BriefAsked[] =>
  instanceStatus === 'running'
    ? nodes.flatMap(({ nodeName, tasks }) =>
        tasks
          .filter(({ taskState }) => taskState === 'open')
          .map(({ id, userId, openedAt, dueAt }) => ({ taskId: id, userId, node: String(nodeName), openedAt, dueAt })),
      )
    : []

/** The same of what the server answers, for approvals that this phone does not keep. */
export function shownOfDetail(row: Detail, userId: string): ShownApproval {
  const asked = askedNow(row)
  const course = row.records.map(({ act, userName, toUserName, nodeName, opinion, images, createTime }) => ({
    act: String(act),
    who: userName ?? '—',
    at: createTime,
    ...(toUserName ? { to: toUserName } : {}),
    ...(nodeName ? { node: nodeName } : {}),
    ...(opinion ? { opinion } : {}),
    ...(images.length > 0 ? { images } : {}),
  }))
  return {
    id: row.id,
    title: String(row.instanceTitle),
    kind: row.approvalKindValue ?? '',
    status: String(row.instanceStatus),
    applicantId: row.applicantId,
    applicantName: row.applicantName,
    deptName: row.deptName,
    createTime: row.createTime,
    brief: { ...(row.brief ?? {}), asked, earlier: row.earlier },
    course,
    task: asked.find((task) => task.userId === userId),
    bar: row.acts.includes('agree') ? undefined : row.applicantId === userId ? 'applied' : 'written',
    mine: row.applicantId === userId ? { withdrawable: row.acts.includes('cancel'), urgedAt: urgedAt(course) } : undefined,
  }
}
