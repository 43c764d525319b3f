import { boardCopy, boardHome, boardRoles, boardShown } from '#contract/calls/insight/own-board.ts'
import { asks, imagesOf, type Panel, storedPanels } from '#contract/entities/insight/board-panel.ts'
import { manageBoards, ownBoard } from '#contract/entities/insight/own-board.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { sameJson } from '#contract/kit/fields/same.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Row, rowsAs } from '#server/db/query.ts'
import { roleChoices } from '#server/features/identity/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { refuseOtherTenant } from '#server/kit/access/other-tenant.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { type SharedFile, takeFiles } from '#server/kit/files/share-files.ts'
import { hook } from '#server/kit/hooks.ts'
import { detailPlan } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { settledPanels, shownPanel, withImages } from './panels.ts'

/** Throws unless the person owns the boards or manages those of everybody. */
function refuseForeign({ actor }: Context, rows: readonly Row[]): void {
  if (rows.every((row) => row.owner_id === actor.userId) || mayCall(actor, manageBoards, 'ownBoard.submit')) return
  throw new Refusal('forbidden', { right: rights.get(manageBoards)! })
}

/** Checked panels and their pictures as columns. The pictures hang on the board, so who sees it sees them. */
async function columnsOf(context: Context, tx: Transaction, id: string, panels: readonly Panel[]): Promise<Record<string, unknown>> {
  const images = imagesOf(panels)
  await bindFiles(context, tx, { entity: ownBoard.name, id }, [{ field: ownBoard.fields.images, to: images }])
  return { panels: JSON.stringify(panels), images }
}

hook(ownBoard, {
  async beforeAdd(context, tx, { id, draft }) {
    const owner = { owner_id: context.actor.userId }
    if (draft.panels === undefined || draft.panels === null) return owner
    const panels = await settledPanels(context, tx, draft.panels, context.carries ? draft.panels : undefined)
    return { ...owner, ...(await columnsOf(context, tx, id, panels)) }
  },
  async beforeChange(context, tx, { row, draft }) {
    refuseForeign(context, [row])
    if (draft.panels === undefined || sameJson(draft.panels, row.panels)) return undefined
    if (draft.panels === null) return { images: null }
    return columnsOf(context, tx, String(row.id), await settledPanels(context, tx, draft.panels, row.panels))
  },
  async beforeRemove(context, _tx, { rows }) {
    refuseForeign(context, rows)
  },
})

/** A board as the reader may see it. */
function shownPlan(context: Context): ReadPlan<AnswerOf<typeof boardShown>> {
  const { boardId } = read(boardShown.input, context.input) as { boardId: string }
  refuseOtherTenant(context.actor, context.input)
  const plan = detailPlan(context.actor.settings.view(ownBoard), { ...context, input: { id: boardId } })
  return {
    queries: plan.queries,
    async answer(results) {
      const { id, boardName, theme, panels } = await plan.answer(results)
      return {
        id,
        boardName,
        theme,
        panels: storedPanels(panels).map((panel) => shownPanel(panel, context.actor)),
      }
    },
  }
}

/** The panels of the person's own boards for the home page, board by board. */
function homePlan({ actor }: Context): ReadPlan<AnswerOf<typeof boardHome>> {
  return {
    queries: [
      {
        text: 'select id, panels from own_board where tenant_id = $1 and owner_id = $2 and not is_deleted order by board_name, id',
        values: [actor.tenantId, actor.userId],
      },
    ],
    answer: ([rows]) =>
      rowsAs<{ id: string; panels: unknown }>(rows).flatMap(({ id, panels }) =>
        storedPanels(panels)
          .filter((panel) => asks(panel) && panel.atHome === 1)
          .map((panel) => ({ ...shownPanel(panel, actor), boardId: id })),
      ),
  }
}

/** Copies a board that the person sees, with its pictures. */
async function copy(context: Context, tx: Transaction): Promise<AnswerOf<typeof boardCopy>> {
  const { boardId, boardName } = read(boardCopy.input, context.input) as { boardId: string; boardName: string }
  const [row] = await lockSeen(ownBoard, context, tx, [boardId])
  if (!row) throw new Refusal('not_found', { what: ownBoard })
  const { rows: files } = await tx.run({
    text: `select id, file_name, file_type, file_size, sha256 from file where tenant_id = $1 and of_entity = $2 and of_id = $3 and id = any($4::uuid[]) order by id`,
    values: [tx.tenantId, ownBoard.name, boardId, row.images ?? []],
  })
  const copies = await takeFiles(
    context,
    tx,
    files.map(({ file_name, file_type, file_size, sha256 }) => ({ file_name, file_type, file_size, sha256 })) as unknown as SharedFile[],
  )
  const panels = withImages(storedPanels(row.panels), new Map(files.map(({ id }, at) => [String(id), copies[at]!])))
  return submit(context.actor.settings.view(ownBoard), { ...context, carries: true, input: { boardName, theme: row.theme, panels } }, tx)
}

/** The roles that it may be shared with. */
function rolesPlan(context: Context) {
  const { keyword } = read(boardRoles.input, { keyword: context.input.keyword }) as { keyword?: string | null }
  return roleChoices(context, keyword ?? '')
}

export const ownBoardAnswers: readonly Answer[] = [
  answer(boardShown, { read: shownPlan }),
  answer(boardHome, { read: homePlan }),
  answer(boardCopy, { write: copy }),
  answer(boardRoles, { read: rolesPlan }),
]
