import { QrcodeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { labelPrintStart } from '#contract/calls/label/label.ts'
import { type LabelKind, labelTargets } from '#contract/entities/label/label-lines.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { criteriaOf, readState } from '#src/kit/list/list-state.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { labelAddress, mostInAddress } from './label-selection.ts'

interface Props {
  readonly kind: LabelKind
  /** The chosen rows; none means all that the list shows. */
  readonly selected: readonly Row[]
  /** Parameters that the page sets beside the person's search, by wire name. */
  readonly fixed?: Readonly<Record<string, string>>
}

/** Leads from a list or a record to the labels of its rows. */
export function LabelButton({ kind, selected, fixed = {} }: Props): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const notice = useNotice()
  const [query] = useSearchParams()
  const of: Entity = labelTargets[kind]
  const { view } = useView(of)
  const mayPrint = useRight(labelPrintStart.may)
  if (!mayPrint || !view) return null
  const open = (): void => {
    if (selected.length > mostInAddress) {
      notice.warn(word('label.tooManyChosen', { most: mostInAddress }))
      return
    }
    const search = `?${new URLSearchParams({ ...criteriaOf(readState(query, view), view), ...fixed })}`
    void navigate(labelAddress(selected.length > 0 ? { kind, ids: selected.map((row) => row.id) } : { kind, search }))
  }
  return (
    <Button className="eam-folds-soon" icon={<QrcodeOutlined />} title={word('label.print')} onClick={open}>
      {word('label.print')}
    </Button>
  )
}
