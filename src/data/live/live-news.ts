import { create } from 'zustand'

/** What the server tells of other people's changes: names of entities, or that everything may be another. */
export type LiveNews = { readonly entities: readonly string[] } | 'everything'

interface Live {
  /** Changes are told as they happen; without that, pages poll. */
  readonly isLive: boolean
}

/** Whether this tab hears about changes, by its own stream or by another tab's. */
export const useLive = create<Live>()(() => ({ isLive: false }))

const followers = new Set<(news: LiveNews) => void>()

/** Calls `follower` with what has changed, at most once a second for each entity and only while the page is visible; returns the function that stops it. */
export function onLiveNews(follower: (news: LiveNews) => void): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

/** Hands news to everybody who follows them. */
export function spreadNews(news: LiveNews): void {
  for (const follower of followers) follower(news)
}
