import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { v7 as uuid } from 'uuid'
import { longestTodo } from '#core/todo/todo.ts'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { useMay } from '#web/sync/rights.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './add-todo.module.css'

/** The field for a new task, which keeps what is typed until it is added. Phones show it above the bottom bar. */
export function AddTodo({ userId }: { userId: string }) {
  const [text, setText, drop] = useDraft('todo')
  const field = useRef<HTMLInputElement>(null)
  const mayWork = useMay('work')
  useRootMark('raisedToasts', mayWork)
  useKeys({ n: () => field.current?.focus() })
  const add = (event: FormEvent) => {
    event.preventDefault()
    field.current?.focus()
    const refusal = dispatch({ type: 'AddTodo', data: { userId, todoId: uuid(), text } })
    if (refusal) toast.failure(`Failed to add todo. ${refusal.error}`)
    else drop()
  }
  if (!mayWork) return null
  return (
    <form className={styles.add} onSubmit={add}>
      <TextInput
        ref={field}
        id="new-todo"
        className={styles.field}
        size="md"
        aria-label="New task"
        placeholder="Add a new task..."
        autoComplete="off"
        maxLength={longestTodo}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" size="md" className={styles.button}>
        Add Task
      </Button>
    </form>
  )
}
