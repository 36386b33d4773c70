// What every client checks, whatever SDK and era it is of.
//
//   node v1.mjs stdio TOOL ARGUMENTS COMMAND [ARGS...]
//   node v2.mjs MODE http TOOL ARGUMENTS URL
import assert from 'node:assert/strict';

export async function check(client, tool, args, { slow } = {}) {
  const { tools } = await client.listTools();
  assert.ok(tools.some((t) => t.name === tool), `${tool} is not listed`);
  assert.deepEqual(tools.map((t) => t.name), tools.map((t) => t.name).sort(), 'tools are not sorted');

  const result = await client.callTool({ name: tool, arguments: args });
  assert.equal(result.isError ?? false, false);
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);

  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), (e) => /-32602/.test(`${e.code} ${e.message}`));

  const many = await Promise.all(Array.from({ length: 20 }, () => client.callTool({ name: tool, arguments: args })));
  assert.equal(many.length, 20);

  if (slow) {
    const abort = new AbortController();
    setTimeout(() => abort.abort('enough'), 50);
    await assert.rejects(client.callTool({ name: slow, arguments: { ms: 60000 } }, ...slowOptions(client, abort.signal)));
    const after = await client.callTool({ name: tool, arguments: args });
    assert.equal(after.isError ?? false, false);
  }
}

// v1 takes a result schema before the options, v2 doesn't.
function slowOptions(client, signal) {
  return client.regentSDK === 1 ? [undefined, { signal }] : [{ signal }];
}
