import { App } from 'antd'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { type Row, useRemove } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { fullName } from './record-name.ts'

/** Removes one row after confirmation; `onRemoved` is called afterwards. */
export function useRemoval(of: Entity, row: Row, onRemoved?: () => void): () => void {
  const { word, language } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const remove = useRemove(of)
  return () =>
    void modal.confirm({
      title: word('list.removeOne', { what: fullName(of, row, language) }),
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
