import { type ReactNode, useEffect, useRef } from 'react'
import type { Language } from '#contract/kit/words.ts'
import { type ChartClick, placeOf } from './chart-click.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartLook } from './chart-look.ts'
import { chartOption } from './chart-option.ts'
import { init } from './echarts.ts'

type ChartInstance = ReturnType<typeof init>

/** Methods of a drawn chart. */
export interface ChartHandle {
  /** The picture as a data URL, at double resolution. */
  readonly png: () => string
}

interface Props {
  readonly data: ChartData
  readonly look: ChartLook
  readonly language: Language
  /** Called with the indices of the clicked category and series. */
  readonly onPick?: (category: number, series: number) => void
  readonly onReady: (handle: ChartHandle | undefined) => void
}

/** The drawing; only this file imports ECharts. */
export function ChartCanvas({ data, look, language, onPick, onReady }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ChartInstance>(null)
  const picked = useRef(onPick)
  picked.current = onPick
  const kind = useRef(data.kind)
  kind.current = data.kind

  useEffect(() => {
    const made = init(box.current!)
    chart.current = made
    made.on('click', (event) => {
      const place = placeOf(kind.current, event as ChartClick)
      if (place) picked.current?.(...place)
    })
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
