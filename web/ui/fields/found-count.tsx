import { counted } from '#web/ui/number-format.ts'

type Props = { count: number | undefined; of: string; isMore?: boolean }

/** Tells screen readers how many a search has found, once that is known. It stays on the page: a new live region may not be read. */
export const FoundCount = ({ count, of, isMore = false }: Props) => (
  <p className="sr" role="status">
    {count !== undefined && `${isMore ? 'The newest ' : ''}${counted(count, of)} found`}
  </p>
)
