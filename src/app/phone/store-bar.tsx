import { Button } from 'antd-mobile'
import { useStoreNews } from '#src/kit/phone/store/store-news.ts'
import { useWords } from '#src/words/words.ts'
import './update-bar.css'

/** Warnings about this phone's store, as long as they apply. */
export function StoreBar() {
  const { word } = useWords()
  const { isBlocked, isOutdated, lost } = useStoreNews()
  if (isOutdated)
    return (
      <div className="ph-update" role="alert">
        <p>{word('store.outdated')}</p>
        <Button color="primary" onClick={() => location.reload()}>
          {word('store.reload')}
        </Button>
      </div>
    )
  if (isBlocked)
    return (
      <div className="ph-update" role="alert">
        <p>{word('store.blocked')}</p>
      </div>
    )
  if (lost === undefined) return null
  return (
    <div className="ph-update" role="alert">
      <p>{lost > 0 ? word('store.lost', { n: lost }) : word('store.lostNone')}</p>
      <Button fill="none" onClick={() => useStoreNews.setState({ lost: undefined })}>
        {word('store.understood')}
      </Button>
    </div>
  )
}
