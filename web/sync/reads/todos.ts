import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { TodoList } from '#core/todo/todo.ts'
import { paths } from '#core/wire/paths.ts'
import type { TodosAnswer } from '#core/wire/todos.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { pushedTodos } from '#web/sync/ledger/ledger-positions.ts'
import { todosSeq } from '#web/sync/ledger/ledger-state.ts'
import { confirmTodos, seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownTodos } from '#web/sync/ledger/shown-documents.ts'
import { keys } from './query-keys.ts'

/** The jobs mentioned in the list's texts, as of this seq; the list itself is in the ledger store. */
export type TodosRead = Pick<TodosAnswer, 'jobs' | 'seq'>

/** Reads the user's own list into the ledger store, which screens show it from. */
export const todosRead = {
  queryKey: keys.todos,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TodosRead> => {
    const read = () => {
      const after = Math.max(seqToAwait(useLedger.getState().asker?.userId) ?? 0, pushedTodos()) || undefined
      return readOrKept({
        key: keys.todos,
        schema: async () => (await import('#core/wire/todos.ts')).todosAnswer,
        read: () => call<TodosAnswer>(paths.todos, { query: { after }, signal }),
      })
    }
    const { list, jobs, seq } = await readPastPushes(keys.todos, pushedTodos, read)
    confirmTodos(list, seq)
    return { jobs, seq }
  },
}

/** {@link todosRead} for a screen. */
export const useTodosRead = () => useQuery(todosRead)

/** The user's own list with the changes made on this device; undefined until loaded. */
export function useTodos(): TodoList | undefined {
  const inputs = useLedger(
    useShallow((state) => ({ queue: state.queue, confirmed: state.todos, seq: todosSeq(state), asker: state.asker })),
  )
  return useMemo(() => inputs && shownTodos(useLedger.getState()), [inputs])
}

/** How many of the user's to-dos are open; undefined until loaded. */
export function useOpenTodos(): number | undefined {
  useTodosRead()
  return useTodos()?.todos.filter((one) => !one.completed).length
}
