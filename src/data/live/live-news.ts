import { create } from 'zustand'

/** Changes published by the server: names of changed entities, or that anything may have changed. */
export type LiveNews = { readonly entities: readonly string[] } | 'everything'

interface Live {
  /** Changes are pushed as they happen; when false, pages poll. */
  readonly isLive: boolean
}

/** Whether this tab receives changes, over its own stream or another tab's. */
export const useLive = create<Live>()(() => ({ isLive: false }))

const followers = new Set<(news: LiveNews) => void>()

/** Calls `follower` with changes, at most once a second per entity and only while the page is visible; returns the unsubscribe function. */
export function onLiveNews(follower: (news: LiveNews) => void): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

/** Publishes changes to all followers. */
export function spreadNews(news: LiveNews): void {
  for (const follower of followers) follower(news)
}
