import type { ReactNode } from 'react'
import { purchaseOrigin } from '#contract/entities/supply/purchase-origin.ts'
import { openFigures, openGroups } from '#contract/kit/figures/measure.ts'
import { purchasedDevices } from '#contract/measures/purchased-devices.ts'
import { useList } from '#src/data/hooks.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useView } from '#src/data/view.ts'
import { MeasureDrawing } from '#src/kit/chart/measure-card.tsx'
import { useWords } from '#src/words/words.ts'

/** What devices of the same name and model cost, month by month; nothing for a device that was not bought by an entry. */
export function PriceHistory({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { word } = useWords()
  const origins = useList(purchaseOrigin, { deviceId, size: 1, columns: 'modelKey' })
  const { view } = useView(purchaseOrigin)
  // A figure or group of a field that the hospital hides is refused.
  const isOpen =
    view !== undefined && openFigures(purchasedDevices, view).includes('price') && openGroups(purchasedDevices, view).includes('month')
  const modelKey = isOpen ? origins.data?.records[0]?.modelKey : undefined
  const { data, error, refetch } = useMeasure(purchasedDevices, modelKey ? { modelKey, group: 'month', figures: 'price' } : undefined)
  if (!modelKey) return null
  return (
    <MeasureDrawing
      of={purchasedDevices}
      title={word('purchase.prices')}
      figure="price"
      kind="line"
      found={data}
      error={error}
      onRetry={() => void refetch()}
      height={180}
    />
  )
}
