import { user } from '#contract/entities/identity/user.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { hook } from '#server/kit/hooks.ts'

hook(
  user,
  {
    // Front ends of the given calls send the positions of a person in one text.
    given(input: Raw) {
      if (typeof input.postId !== 'string') return input
      return { ...input, postId: input.postId.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])) }
    },
  },
  5,
)
