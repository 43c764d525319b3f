import { create } from 'zustand'

interface Waiting {
  readonly title: string | undefined
}

/** What waits to be said to the person once the console shows. */
export const useGreeting = create<Waiting>()(() => ({ title: undefined }))

/** Says something to the person once the console shows. */
export const greet = (title: string): void => useGreeting.setState({ title })
