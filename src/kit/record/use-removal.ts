import { App } from 'antd'
import type { Entity } from '#contract/kit/entity.ts'
import { type Row, titleIn, useRemove } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Removes one row after confirmation; `onRemoved` is called afterwards. */
export function useRemoval(of: Entity, row: Row, onRemoved?: () => void): () => void {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const remove = useRemove(of)
  return () =>
    void modal.confirm({
      title: word('list.removeOne', { what: titleIn(of, row) }),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await remove.mutateAsync([row.id])
          notice.done(word('list.removed'))
          onRemoved?.()
        } catch (thrown) {
          notice.failed(thrown)
        }
      },
    })
}
