/** A column of an exported file: its heading, and a row's cell in it. Numbers are cells that a spreadsheet can add up. */
export type Column<Row> = { heading: string; cell(row: Row): string | number | undefined }

/** What an export is made of. */
export type Table<Row extends object> = {
  /** The file's name, before its day. */
  name: string
  columns: readonly Column<Row>[]
  batches: AsyncGenerator<Row[]>
}

/** What the names and times of an export are told by. */
export type ExportContext = { names: ReadonlyMap<string, string>; timeZone: string }

/** People by name, in the order in which they are kept. */
export const usernamesFor = ({ names }: ExportContext, userIds: readonly string[]) =>
  userIds.map((one) => names.get(one) ?? '').join(', ')

/** Pence as pounds with two decimals and no sign, as a spreadsheet reads it: 14000 is '140.00'. */
export const poundsForSpreadsheet = (pence: number) => (pence / 100).toFixed(2)

/** Takes each batch through a function, closing what it reads from when it is closed. */
export async function* mapBatches<From, To>(
  batches: AsyncGenerator<From[]>,
  map: (one: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(map)
}
