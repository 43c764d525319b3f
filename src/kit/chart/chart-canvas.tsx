import { type ReactNode, useEffect, useRef } from 'react'
import type { Language } from '#contract/kit/words.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartLook } from './chart-look.ts'
import { chartOption } from './chart-option.ts'
import { init } from './echarts.ts'

type Drawn = ReturnType<typeof init>

/** What may be done with a drawn chart. */
export interface ChartHandle {
  /** The picture as a data URL, twice as dense as it is shown. */
  readonly png: () => string
}

interface Props {
  readonly data: ChartData
  readonly look: ChartLook
  readonly language: Language
  /** The places of a category and a colour that were clicked. */
  readonly onPick?: (category: number, series: number) => void
  readonly onReady: (handle: ChartHandle | undefined) => void
}

interface Clicked {
  readonly dataIndex: number
  readonly seriesIndex?: number
  readonly data?: unknown
}

/** Where in the data a click was: cells say it as numbers, shares carry the place of their category. */
function placeOf(kind: ChartData['kind'], { dataIndex, seriesIndex = 0, data }: Clicked): readonly [number, number] {
  if (kind === 'heat') {
    const [x = 0, y = 0] = data as number[]
    return [x, y]
  }
  return kind === 'donut' || kind === 'treemap' ? [(data as { at?: number } | undefined)?.at ?? dataIndex, 0] : [dataIndex, seriesIndex]
}

/** The drawing itself; the only file that loads ECharts. */
export function ChartCanvas({ data, look, language, onPick, onReady }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Drawn>(null)
  const picked = useRef(onPick)
  picked.current = onPick
  const kind = useRef(data.kind)
  kind.current = data.kind

  useEffect(() => {
    const made = init(box.current!)
    chart.current = made
    made.on('click', (event) => picked.current?.(...placeOf(kind.current, event as Clicked)))
    const watcher = new ResizeObserver(() => made.resize({ animation: { duration: 0 } }))
    watcher.observe(box.current!)
    onReady({
      png: () =>
        made.getDataURL({
          type: 'png',
          pixelRatio: 2,
          backgroundColor: box.current ? getComputedStyle(box.current).backgroundColor : '#fff',
        }),
    })
    return () => {
      onReady(undefined)
      watcher.disconnect()
      made.dispose()
    }
  }, [onReady])

  useEffect(() => {
    chart.current?.setOption(chartOption(data, look, language), { notMerge: true })
  }, [data, look, language])

  return <div ref={box} className={onPick ? 'eam-chart-canvas eam-chart-clicks' : 'eam-chart-canvas'} />
}
