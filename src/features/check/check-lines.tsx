import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { confirmDeficient, confirmSurplus, removeMatch, resetLines, scanIds, settle } from '#contract/calls/check/check.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityList } from '#src/kit/list/entity-list.tsx'
import { useListState } from '#src/kit/list/use-list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { RecordDrawer } from '#src/kit/record/record-drawer.tsx'
import { useWords } from '#src/words/words.ts'
import type { LinesOf } from './check-departments.tsx'
import { CountBySet } from './sets/count-by-set.tsx'

interface Props {
  readonly checkId: string
  /** The initial filter of the list. */
  readonly of: LinesOf
}

/** The lines of a check, page by page from the server, and what can be done with chosen ones. */
export function CheckLines(props: Props): ReactNode {
  const { view, error, retry } = useView(checkLine)
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  return <Lines view={view} {...props} />
}

function Lines({ view, checkId, of }: Props & { readonly view: View }): ReactNode {
  const [state, change] = useListState(view, false, { ...of })
  const [open, setOpen] = useState<string>()
  return (
    <>
      <EntityList
        view={view}
        state={state}
        change={change}
        fixed={{ checkId }}
        onOpen={(row) => setOpen(row.id)}
        actions={(selected, deselect) => (
          <>
            {selected.length === 0 && <CountBySet checkId={checkId} />}
            <LineActions checkId={checkId} rows={selected} onDone={deselect} />
          </>
        )}
      />
      <RecordDrawer
        view={view}
        id={open}
        onClose={() => setOpen(undefined)}
        onEdit={() => {}}
        actions={(row) => <LineActions checkId={checkId} rows={[row]} />}
        more={(row) => typeof row.deviceId === 'string' && <Parts at="device.banner" given={{ row: { id: row.deviceId } }} />}
      />
    </>
  )
}

interface Act {
  readonly of: Call
  /** Whether a line qualifies for it. */
  readonly fits: (row: Row) => boolean
}

const open = (row: Row): boolean => row.posting === 'none'
const acts: readonly Act[] = [
  { of: scanIds, fits: (row) => row.result === 'pending' && open(row) },
  { of: removeMatch, fits: (row) => !['pending', 'deficient'].includes(String(row.result)) && open(row) },
  { of: resetLines, fits: (row) => !['pending', 'deficient'].includes(String(row.result)) && open(row) },
  { of: confirmSurplus, fits: (row) => row.result === 'surplus' && open(row) },
  { of: confirmDeficient, fits: (row) => row.result === 'deficient' && open(row) },
  { of: settle, fits: (row) => row.posting === 'changed' },
]

interface ActionsProps {
  readonly checkId: string
  readonly rows: readonly Row[]
  readonly onDone?: () => void
}

/** What the chosen lines have in common to be done; the server says where a department is not yet so far. */
function LineActions({ checkId, rows, onDone }: ActionsProps): ReactNode {
  const { say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const [asked, setAsked] = useState<Act>()
  const offered = acts.filter(({ of, fits }) => rows.length > 0 && rights?.includes(of.may) && rows.every(fits))
  return (
    <>
      {offered.map((act) => (
        <Button key={act.of.name} onClick={() => setAsked(act)}>
          {say(act.of)}
        </Button>
      ))}
      {asked && (
        <CallDialog
          of={asked.of}
          given={{ ids: rows.map((row) => row.id), checkDeptId: undefined, ...('check' in asked.of.input ? { checkId } : {}) }}
          onClose={() => setAsked(undefined)}
          onDone={onDone}
        />
      )}
    </>
  )
}
