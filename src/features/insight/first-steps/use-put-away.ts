import { homeLayout, homeLayoutSave } from '#contract/calls/insight/home.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { setGuide } from '#src/kit/guide.ts'
import { useNotice } from '#src/kit/use-notice.ts'

/** Ends a guide for good: its panel is hidden in the person's layout, which every computer reads. */
export function usePutAway(name: string): { readonly run: () => void; readonly isBusy: boolean } {
  const notice = useNotice()
  const layout = useCall(homeLayout, {}, true, 60_000)
  const save = useAction(homeLayoutSave)
  const run = async (): Promise<void> => {
    // The newest layout, so that what was arranged meanwhile stays.
    const { data, error } = await layout.refetch()
    if (!data) return notice.failed(error ?? new Error())
    const hidden = [...data.hidden.filter((one) => one !== name), name].join()
    save.mutate(
      { body: { panels: data.panels.join(), hidden } },
      {
        onSuccess: () => {
          setGuide(undefined)
          void layout.refetch()
        },
        onError: notice.failed,
      },
    )
  }
  return { run: () => void run(), isBusy: save.isPending }
}
