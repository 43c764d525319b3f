import { App } from 'antd'
import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { type Row, useRemove } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Deletes the selected rows after confirmation; warns when none are selected. Undefined without the right. */
export function useRemoveChosen(of: Entity, selected: readonly Row[], onDone: () => void): (() => void) | undefined {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const remove = useRemove(of)
  const may = useRight(rightOf(of, 'remove')) && verbsOf(of).includes('remove') && !of.append
  if (!may) return undefined
  return () => {
    if (selected.length === 0) {
      notice.warn(word('list.chooseFirst'))
      return
    }
    modal.confirm({
      title: word('list.removeChosen'),
      content: word('list.chosen', { count: selected.length }),
      okText: word('common.confirm'),
      cancelText: word('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await remove.mutateAsync(selected.map((row) => row.id))
          onDone()
          notice.done(word('list.removed'))
        } catch (thrown) {
          notice.failed(thrown)
        }
      },
    })
  }
}
