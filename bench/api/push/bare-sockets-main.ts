import { createServer } from 'node:http'
import { Server } from 'socket.io'

// Holds sockets as the API does, with the same pings, and does nothing with them.
const http = createServer()
const io = new Server(http, { serveClient: false, pingInterval: 3_000 })
io.on('connection', (socket) => socket.join('room'))
http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('"listening"\n'))
