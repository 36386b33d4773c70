// The official TypeScript client, version 2: both eras, negotiated or pinned.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check } from './checks.mjs';

const [mode, target, tool, args, ...rest] = process.argv.slice(2);
const transport = target === 'stdio'
  ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), stderr: 'inherit' })
  : new StreamableHTTPClientTransport(new URL(rest[0]));
const client = new Client({ name: 'interop-v2', version: '1' }, {
  capabilities: { elicitation: { form: {} } },
  versionNegotiation: { mode: /^\d/.test(mode) ? { pin: mode } : mode },
});
client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
await client.connect(transport);
await check(client, tool, args, { slow: process.env.SLOW_TOOL });
if (process.env.ASK_TOOL && mode !== 'legacy') {
  const result = await client.callTool({ name: process.env.ASK_TOOL, arguments: {} });
  assert.ok(result.content[0].text, 'the elicitation round trip gave no answer');
}
await client.close();
console.log(`ok: TypeScript v2 ${mode}, ${target}`);
