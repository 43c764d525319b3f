import { Button } from 'antd-mobile'
import type { Op } from '#src/data/outbox/store/op.ts'
import { Parts } from '#src/kit/parts.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import type { Names } from './queue-names.ts'
import { describeOp, differencesOf, isOvertaken, isToldByModule, whyOf, writtenIn } from './queue-words.ts'
import '#src/kit/widgets/phone/compare-table.css'
import './queue-phone.css'

export interface CompareSheetProps {
  readonly op: Op
  readonly names: Names
  readonly canEdit: boolean
  /** Sends it based on the server's current version. */
  readonly onSend: () => void
  readonly onEdit: () => void
  /** Keeps the server's version. */
  readonly onYield: () => void
  readonly onDiscard: () => void
  readonly onClose: () => void
}

/** A record beside the server's version, field by field, with the possible actions; what its state refuses is not offered to be sent again. */
export function CompareSheet({ op, names, canEdit, onSend, onEdit, onYield, onDiscard, onClose }: CompareSheetProps) {
  const speech = useWords()
  const { word } = speech
  const isLost = isOvertaken(op)
  const rows = isLost ? writtenIn(op, names, speech) : differencesOf(op, names, speech)
  const isGone = op.current === null
  const title = word(isLost ? 'queue.state.rejected' : 'queue.compareTitle')
  return (
    <Sheet label={title} onClose={onClose}>
      <div className="ph-sheet-form">
        <h2>{title}</h2>
        <p>{describeOp(op, names, speech).what}</p>
        <p className="ph-quiet">{isGone ? word('queue.deleted') : whyOf({ op }, word)}</p>
        {isLost ? <p>{word('queue.moved')}</p> : null}
        {rows.length > 0 ? (
          <table className="ph-compare">
            <thead>
              <tr>
                <td />
                <th scope="col">{word('queue.mine')}</th>
                {isLost ? null : <th scope="col">{word('queue.theirs')}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.label}</th>
                  <td>{row.mine || word('queue.nothing')}</td>
                  {isLost ? null : <td>{row.theirs || word('queue.nothing')}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        ) : op.current && !isToldByModule(op) ? (
          <p>{word('queue.noDifference')}</p>
        ) : null}
        <Parts at={`queue.${op.kind}`} given={{ op }} />
        <Parts at={`queue.${op.target.type}`} given={{ op }} />
        <Button block color="primary" onClick={isLost ? onYield : onSend}>
          {word(isLost ? 'queue.theirsWin' : isGone ? 'queue.retry' : 'queue.mineWins')}
        </Button>
        {canEdit && !isLost ? (
          <Button block onClick={onEdit}>
            {word('queue.edit')}
          </Button>
        ) : null}
        <Button block color="danger" fill="outline" onClick={onDiscard}>
          {word('queue.discard')}
        </Button>
        <Button block fill="none" onClick={onClose}>
          {word('common.cancel')}
        </Button>
      </div>
    </Sheet>
  )
}
