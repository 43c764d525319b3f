import { BarChartOutlined, FileImageOutlined, FileTextOutlined, InfoCircleOutlined, TableOutlined } from '@ant-design/icons'
import { Alert, Button, Empty, Skeleton, Tooltip } from 'antd'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { saveFile } from '#src/kit/save-file.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import type { ChartHandle } from './chart-canvas.tsx'
import { type ChartData, csvOf, isEmpty, visiblePart } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { useChartLook } from './use-chart-look.ts'
import './chart.css'

const Canvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

/** Decodes a data URL; the content security policy forbids fetching one. */
const pictureOf = (url: string): Blob =>
  new Blob([Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))], { type: 'image/png' })

interface Props {
  readonly title: string
  /** The total, shown next to the title. */
  readonly sum?: string
  /** How the figure is calculated, in a sentence. */
  readonly formula?: string
  /** Undefined while loading. */
  readonly data: ChartData | undefined
  readonly error?: Error | null
  readonly onRetry?: () => void
  /** Shows the rows behind a value. */
  readonly onPick?: (category: number, series: number) => void
  readonly height?: number
  readonly more?: ReactNode
}

/** A chart with title, downloads and table. All states have the same height, so that the page below does not jump. */
export function Chart({ title, sum, formula, data, error, onRetry, onPick, height = 280, more }: Props): ReactNode {
  const { word, language } = useWords()
  const look = useChartLook()
  const [handle, setHandle] = useState<ChartHandle>()
  const [isTable, setTable] = useState(false)
  const seen = useMemo(() => data && visiblePart(data, height, (count) => word('chart.rest', { count })), [data, height, word])
  const isReady = data !== undefined && !error && !isEmpty(data)
  const save = (ending: 'png' | 'csv'): void => {
    const blob = ending === 'csv' ? new Blob([csvOf(data!)], { type: 'text/csv;charset=utf-8' }) : pictureOf(handle!.png())
    saveFile({ blob, name: `${title}.${ending}` })
  }
  const tool = (key: WordKey, icon: ReactNode, onClick: () => void, isOff = !isReady): ReactNode => (
    <Tooltip title={word(key)}>
      <Button type="text" size="small" icon={icon} aria-label={`${word(key)}: ${title}`} disabled={isOff} onClick={onClick} />
    </Tooltip>
  )
  return (
    <figure className="eam-chart" aria-label={title}>
      <header>
        <h3 title={title}>
          <span>{title}</span>
          {sum !== undefined && <small>{sum}</small>}
        </h3>
        {formula !== undefined && (
          <Tooltip title={formula}>
            <Button type="text" size="small" icon={<InfoCircleOutlined />} aria-label={`${word('chart.formula')}: ${formula}`} />
          </Tooltip>
        )}
        {tool(isTable ? 'chart.draw' : 'chart.table', isTable ? <BarChartOutlined /> : <TableOutlined />, () => setTable(!isTable))}
        {tool('chart.png', <FileImageOutlined />, () => save('png'), !isReady || isTable || !handle)}
        {tool('chart.csv', <FileTextOutlined />, () => save('csv'))}
        {more}
      </header>
      <div className="eam-chart-body" style={{ height }}>
        {error ? (
          <div className="eam-chart-fill">
            <Alert
              type="error"
              showIcon
              title={error.message}
              action={onRetry && <Button onClick={onRetry}>{word('common.retry')}</Button>}
            />
          </div>
        ) : !data ? (
          <div className="eam-chart-fill">
            <Skeleton active paragraph={{ rows: 5 }} title={false} />
          </div>
        ) : isEmpty(data) ? (
          <div className="eam-chart-fill">
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('chart.empty')} />
          </div>
        ) : isTable ? (
          <div className="eam-chart-fill eam-chart-table">
            <ChartTable data={data} onPick={onPick} />
          </div>
        ) : (
          <>
            <Suspense fallback={<Skeleton active paragraph={{ rows: 5 }} title={false} />}>
              <div aria-hidden>
                <Canvas
                  data={seen!}
                  look={look}
                  language={language}
                  onPick={onPick && ((category, series) => pick(category, series))}
                  onReady={setHandle}
                />
              </div>
            </Suspense>
            <div className="eam-unseen">
              <ChartTable data={data} />
            </div>
          </>
        )}
      </div>
    </figure>
  )

  /** Converts the index among drawn categories to the index among all: `visiblePart` may leave out the first or the last ones. */
  function pick(category: number, series: number): void {
    const key = seen!.categories[category]?.key
    onPick!(
      data!.categories.findIndex((one) => one.key === key),
      series,
    )
  }
}
