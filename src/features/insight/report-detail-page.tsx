import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Empty, Result, Table } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { DownloadButton } from '#src/kit/download-button.tsx'
import { pageSizes } from '#src/kit/list/list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { detailColumns, useDetailFigures, useDetailRows } from './report-detail.ts'
import { type AskedDetail, addressOf, detailPath, printPath, readDetail } from './report-details.ts'
import './measure.css'

/** The devices of the department, category or location that the address names, with the figures of the report that leads here. */
export function ReportDetailPage(): ReactNode {
  const { word } = useWords()
  const [search] = useSearchParams()
  const { view, error, retry } = useView(device)
  const asked = readDetail(search)
  if (!asked)
    return <Result status="info" title={word('measure.noDetail')} extra={<Link to="/eam/report">{word('measure.backTo')}</Link>} />
  return view ? <Detail view={view} asked={asked} /> : <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
}

const isRight = (name: string): boolean => name === 'originalValue'

function Detail({ view, asked }: { readonly view: View; readonly asked: AskedDetail }): ReactNode {
  const { say, word, language } = useWords()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const mayExport = useRight('device.export')
  const size = pageSizes.find((one) => String(one) === search.get('size')) ?? pageSizes[0]
  const current = Math.max(1, Math.trunc(Number(search.get('current'))) || 1)
  const page = useDetailRows(view, asked, { current, size })
  const { found, figures, name } = useDetailFigures(view, asked)
  useTabTitle(name === undefined ? undefined : `${name} · ${say(asked)}`)
  const names = detailColumns(view, asked)
  const list = found && listAddress(deviceCards, deviceCards.figures.count, found.filter)
  return (
    <article className="eam-measure eam-report-detail">
      <div className="eam-measure-tools">
        <Link to={measureAddress(deviceCards, { group: asked.group, filters: asked.filters })}>
          <ArrowLeftOutlined aria-hidden /> {word('measure.backTo')}
        </Link>
        <span className="eam-measure-end">
          {list && <Button onClick={() => void navigate(list)}>{word('measure.openList')}</Button>}
          {found && mayExport && (
            <DownloadButton
              of={device}
              verb="export"
              query={{ ...found.filter, columns: names.map((one) => wireName(one, device.fields[one]!)).join() }}
              label="list.export"
            />
          )}
          <Button icon={<PrinterOutlined />} onClick={() => void navigate(addressOf(asked, printPath))}>
            {word('print.print')}
          </Button>
        </span>
      </div>
      <header>
        <h2>{name ? `${name} · ${say(asked)}` : say(asked)}</h2>
        <dl className="eam-report-figures">
          {found &&
            figures.map((one) => {
              const figure = deviceCards.figures[one as keyof typeof deviceCards.figures]
              return (
                <div key={one}>
                  <dt>{say(figure)}</dt>
                  <dd>{figureText(found.values[one], figure.unit, language)}</dd>
                </div>
              )
            })}
        </dl>
      </header>
      {!page.data ? (
        <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Table<Row>
          size="small"
          rowKey="id"
          dataSource={[...page.data.records]}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('measure.noRows')} /> }}
          columns={names.map((one) => ({
            key: one,
            title: say(view.fields[one]!),
            align: isRight(one) ? ('right' as const) : undefined,
            render: (_: unknown, row: Row) => {
              const value = <Shown name={one} field={view.fields[one]!} row={row} />
              return one === 'deviceName' ? <Link to={`/eam/device/${row.id}`}>{value}</Link> : value
            },
          }))}
          pagination={{
            current,
            pageSize: size,
            total: page.data.total,
            pageSizeOptions: [...pageSizes],
            showSizeChanger: true,
            showTotal: (count) => word('list.total', { count }),
            onChange: (at, most) => void navigate(`${addressOf(asked, detailPath)}&current=${most === size ? at : 1}&size=${most}`),
          }}
        />
      )}
    </article>
  )
}
