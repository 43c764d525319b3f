import { onlineManager, QueryClient, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { NetworkQueries } from '#src/kit/network-queries.tsx'
import { until } from '#tests/harness/screen.ts'

function Answer() {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: async () => 'it is there' })
  return <p>{data}</p>
}

test('a page asks at once when the network came back while no page was open', async () => {
  const box = document.createElement('div')
  // The network went while a page was open, and came back after that had closed.
  onlineManager.setOnline(false)
  const root = createRoot(box)
  root.render(
    <NetworkQueries client={new QueryClient()}>
      <Answer />
    </NetworkQueries>,
  )
  await until(() => box.textContent === 'it is there', 'the answer')
  expect(onlineManager.isOnline()).toBe(true)
  root.unmount()
})
