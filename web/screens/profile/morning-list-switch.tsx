import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MorningListAnswer } from '#core/wire/jobs/morning-list.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useMay } from '#web/sync/rights.ts'
import { toast } from '#web/ui/states/toast.tsx'

const queryKey = ['morning-list']

/** Whether the user gets the list of deadlines by email on working days. It is saved at once. */
export function MorningListSwitch() {
  const queries = useQueryClient()
  const mayWork = useMay('work')
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<MorningListAnswer>(paths.morningList, { signal }),
  })
  const change = useMutation({
    mutationFn: (isOn: boolean) => call<MorningListAnswer>(paths.morningList, { method: 'PUT', body: { isOn } }),
    onSuccess: (answer) => queries.setQueryData<MorningListAnswer>(queryKey, answer),
    onError: (error) => toast.failure(errorMessage(error)),
  })
  const isOffered = data?.isOffered ?? true
  return (
    <Switch
      checked={change.isPending ? change.variables : (data?.isOn ?? false)}
      disabled={!data || !isOffered || !mayWork}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
      label="Morning list of deadlines"
      description={
        isOffered
          ? 'An email at 07:00 on working days with what is late, due today and due in the next two working days. None on days when nothing is due.'
          : 'This installation of Fettle sends no email, so there is no morning list.'
      }
    />
  )
}
