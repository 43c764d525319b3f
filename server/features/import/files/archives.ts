import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { readAs } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { archiveType } from '#server/kit/files/file-kind.ts'
import { remainingRoom, wholeRoom } from '#server/kit/import/archive/archive.ts'
import { runInspect } from '../work/run-thread.ts'
import { bytesOf, taskBase } from '../work/start-work.ts'
import type { FoundFile, ImportTask } from '../work/task.ts'

/** A stored file that an import reads. */
export interface Origin {
  readonly sha256: string
  readonly size: number
  readonly isArchive: boolean
  /** It is the source of the import. */
  readonly isSource: boolean
}

/** The source of an import and its archives, in their order. */
export async function originsOf({ tools, actor }: Context, jobId: string): Promise<Origin[]> {
  const [found] = await readAs(tools.pool, actor.tenantId, [
    {
      text: `select f.sha256, f.file_size, f.file_type, f.id = any(j.source) as is_source from import_job j
        join unnest(j.source || coalesce(j.archives, '{}')) with ordinality o(id, at) on true
        join file f on f.tenant_id = j.tenant_id and f.id = o.id where j.tenant_id = $1 and j.id = $2 order by o.at`,
      values: [actor.tenantId, jobId],
    },
  ])
  return found!.rows.map((row) => ({
    sha256: String(row.sha256),
    size: Number(row.file_size),
    isArchive: row.file_type === archiveType,
    isSource: row.is_source === true,
  }))
}

/** The archives among the origins; the place of one is what `origin` of its files says. */
export const archivesOf = (origins: readonly Origin[]): Origin[] => origins.filter(({ isArchive }) => isArchive)

/** Looks into the archives of an import, one after the other, each in a thread. Refuses archives that cannot be taken, and too much of them. */
export async function filesIn(
  context: Context,
  task: Pick<ImportTask, 'jobId' | 'target'>,
  signal: AbortSignal,
  say: (share: number) => void,
): Promise<FoundFile[]> {
  const archives = archivesOf(await originsOf(context, task.jobId))
  const found: FoundFile[] = []
  let room = wholeRoom
  for (const [origin, archive] of archives.entries()) {
    say(origin / archives.length)
    const inspected = await runInspect(
      context.tools.pool,
      {
        ...taskBase(context),
        kind: 'inspect',
        jobId: task.jobId,
        target: task.target,
        bytes: await bytesOf(context, archive),
        room,
        hasList: archive.isSource,
      },
      signal,
    )
    found.push(...inspected.map((one) => ({ ...one, origin })))
    room = remainingRoom(room, inspected)
  }
  return found
}

/** The refusal of an archive that was cleared away. */
export const clearedAway = (): Refusal =>
  new Refusal('rule', {
    zh: '图片和文件的压缩包已清理，请重新选择压缩包后再导入',
    en: 'The archive of pictures and files was cleared away. Choose it again',
  })

const changed: Words = {
  zh: '压缩包的内容与校验时不同，请重新校验',
  en: 'The archive is not what was checked. Check it again',
}
/** The refusal of an archive that is not the one that was checked. */
export const notChecked = (): Refusal => new Refusal('rule', { ...changed })
