import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Empty, InputNumber, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { labelPrintStart, mostLabels, printerDots } from '#contract/calls/label/label.ts'
import { type LabelKind, labelKinds, labelTargets } from '#contract/entities/label/label-lines.ts'
import { inSentence } from '#contract/kit/words.ts'
import { mostInBrowser } from '#contract/label/label-content.ts'
import { labelTroubles, layoutLabel } from '#contract/label/label-layout.ts'
import { pageCount, paperOf } from '#contract/label/label-sheet.ts'
import { useRight } from '#src/data/session.ts'
import { RowPicker } from '#src/kit/list/columns/row-picker.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { LabelPaper } from './label-paper.tsx'
import { LabelPreview } from './label-preview.tsx'
import { type LabelSelection, selectionIn } from './label-selection.ts'
import { squaresOf } from './squares.ts'
import { StartPosition } from './start-position.tsx'
import { bodyOf, useLabelContents } from './use-label-contents.ts'
import { type Output, usePrint } from './use-print.tsx'
import { useTemplates } from './use-templates.ts'
import './label.css'

/** So many pages are shown before printing. */
const shown = { single: 24, a4: 4 } as const

/** An address that is not reachable from another device. */
const isLocal = /^https?:\/\/(127\.|localhost\b|\[::1\])/

/** Labels for cards or rooms: rows, template, start position, preview, and printing. */
export function LabelPage(): ReactNode {
  const [query] = useSearchParams()
  const address = query.toString()
  return <LabelDesk key={address} initial={selectionIn(query)} />
}

function LabelDesk({ initial }: { readonly initial: LabelSelection }): ReactNode {
  const { word, say, language } = useWords()
  const mayPrint = useRight(labelPrintStart.may)
  const [selection, setSelection] = useState(initial)
  const [chosen, setCode] = useState<string>()
  const [usual, setUsual] = useState<string>()
  const [start, setStart] = useState(1)
  const [copies, setCopies] = useState(1)
  const [isPicking, setPicking] = useState(false)
  const { kind } = selection
  const templates = useTemplates(kind)
  // What the person chose, else the usual one of the class of all chosen devices.
  const code = chosen ?? (usual && templates.designFor(usual) ? usual : '60x40')
  const design = templates.designFor(code)
  const contents = useLabelContents(selection, design)
  const found = contents.isPlaceholderData ? usual : (contents.data?.template ?? undefined)
  if (contents.data && found !== usual) setUsual(found)
  const printing = usePrint(() => void contents.refetch())
  const { total = 0, printed = 0, stopped = 0, hospital = '', contents: first = [] } = contents.data ?? {}
  const labels = total * copies
  const blocked =
    design === undefined ||
    first.some((one) => layoutLabel(design, one, { hospital, squaresOf }).troubles.some(({ name }) => labelTroubles[name].blocks))
  const isTooMany = labels > mostLabels
  const lacking = contents.data && !contents.isPlaceholderData && selection.ids ? new Set(selection.ids).size - total : 0
  const isReady = mayPrint && total > 0 && lacking <= 0 && !isTooMany && !blocked && !printing.isBusy
  const print = (output: Output): void => printing.start(output, { ...bodyOf(selection), template: code, startAt: start, copies }, printed)
  return (
    <div className="eam-labels">
      <section className="eam-panel" aria-label={word('label.print')}>
        <h2>{word('label.print')}</h2>
        <Segmented<LabelKind>
          block
          value={kind}
          onChange={(next) => {
            setSelection({ kind: next })
            setCode(undefined)
            setStart(1)
          }}
          options={(Object.keys(labelKinds) as LabelKind[]).map((one) => ({ value: one, label: say(labelKinds[one]) }))}
        />
        <dl>
          <dt>{word('label.rows')}</dt>
          <dd>
            <span aria-live="polite">
              {selection.ids
                ? word('label.chosen', { count: numberText(selection.ids.length, language) })
                : selection.search
                  ? word('label.found', {
                      count: total > mostLabels ? `> ${numberText(mostLabels, language)}` : numberText(total, language),
                    })
                  : word('label.none')}
            </span>
            <Button onClick={() => setPicking(true)}>{word('label.choose', { what: inSentence(say(labelTargets[kind])) })}</Button>
          </dd>
          <dt>
            <label htmlFor="label-template">{word('label.template')}</label>
          </dt>
          <dd>
            <Select
              id="label-template"
              value={code}
              onChange={(next) => {
                setCode(next)
                setStart(1)
              }}
              options={templates.groups.map((group) => ({ ...group, options: [...group.options] }))}
              style={{ flex: 1 }}
            />
            {chosen === undefined && code === usual && <span className="eam-hint">{word('label.ofClass')}</span>}
            <Link to="/eam/label-templates">{word('label.manage')}</Link>
          </dd>
          <dt>
            <label htmlFor="label-copies">{word('label.copies')}</label>
          </dt>
          <dd>
            <InputNumber id="label-copies" min={1} max={20} precision={0} value={copies} onChange={(next) => setCopies(next ?? 1)} />
          </dd>
          {design?.sheet === 'a4' && (
            <>
              <dt>{word('label.start')}</dt>
              <dd>
                <StartPosition design={design} value={start} onChange={setStart} />
                <span className="eam-hint">{word('label.startHint')}</span>
              </dd>
            </>
          )}
        </dl>
      </section>
      <section className="eam-panel" aria-label={word('label.preview')}>
        <div className="eam-label-head">
          <h2>{word('label.preview')}</h2>
          {design && total > 0 && !isTooMany && (
            <span className="eam-hint">
              {word('label.sum', { labels: numberText(labels, language), pages: numberText(pageCount(design, labels, start), language) })}
            </span>
          )}
          <span className="eam-grow" />
          {design?.sheet === 'single' && (
            <Dropdown
              disabled={!isReady}
              trigger={['click']}
              menu={{
                items: Object.entries(printerDots).map(([key, words]) => ({ key, label: say(words) })),
                onClick: ({ key }) => print(`zpl-${Number(key) as keyof typeof printerDots}`),
              }}
            >
              <Button icon={<DownloadOutlined />}>{word('label.zpl')}</Button>
            </Dropdown>
          )}
          <Button icon={<DownloadOutlined />} disabled={!isReady} onClick={() => print('pdf')}>
            {word('label.pdf')}
          </Button>
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            disabled={!isReady || labels > mostInBrowser}
            title={labels > mostInBrowser ? word('label.tooMany', { most: mostInBrowser }) : undefined}
            onClick={() => print('browser')}
          >
            {word('label.toPrint')}
          </Button>
        </div>
        {design && design.qrSize > 0 && !design.isShort && isLocal.test(first[0]?.code ?? '') && (
          <Alert type="warning" showIcon title={word('label.localAddress')} className="eam-label-trouble" />
        )}
        {lacking > 0 && total <= mostLabels && (
          <Alert type="warning" showIcon title={word('label.lacking', { count: lacking })} className="eam-label-trouble" />
        )}
        {printed > 0 && <Alert type="info" showIcon title={word('label.again', { count: printed })} className="eam-label-trouble" />}
        {stopped > 0 && <Alert type="warning" showIcon title={word('label.stopped', { count: stopped })} className="eam-label-trouble" />}
        {isTooMany && <Alert type="warning" showIcon title={word('label.overMost', { most: mostLabels })} className="eam-label-trouble" />}
        {labels > mostInBrowser && !isTooMany && (
          <Alert type="info" showIcon title={word('label.tooMany', { most: mostInBrowser })} className="eam-label-trouble" />
        )}
        {!selection.ids && !selection.search ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('label.empty')} />
        ) : contents.data && total === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('label.noneFound')} />
        ) : !contents.data || !design ? (
          <Outcome isLoading={contents.isPending || templates.isLoading} error={contents.error} onRetry={() => void contents.refetch()} />
        ) : (
          <>
            <LabelPreview design={design} contents={first} hospital={hospital} copies={copies} start={start} most={shown[design.sheet]} />
            <p className="eam-hint">
              {pageCount(design, labels, start) > shown[design.sheet] && `${word('label.first', { count: shown[design.sheet] })} · `}
              {word('label.paper', { size: design.sheet === 'a4' ? 'A4' : `${paperOf(design).width} × ${paperOf(design).height} mm` })}
            </p>
          </>
        )}
      </section>
      <RowPicker
        of={labelTargets[kind]}
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(rows) => setSelection({ kind, ids: rows.map((row) => row.id) })}
      />
      {printing.paper && <LabelPaper of={printing.paper} onDone={printing.done} />}
    </div>
  )
}
