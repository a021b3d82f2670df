-- Sends the body given after "--" again and again, each time from an address of its own, as visitors would.
local body, count, thread = "", 0, 0
local started = 0

function setup(one)
  started = started + 1
  one:set("number", started)
end

function init(args)
  body = args[1]
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  math.randomseed(os.time() + number)
  count = math.random(0, 2 ^ 24 - 1)
end

function request()
  count = (count + 1) % 2 ^ 24
  wrk.headers["X-Forwarded-For"] =
    string.format("10.%d.%d.%d", math.floor(count / 65536), math.floor(count / 256) % 256, count % 256)
  return wrk.format(nil, nil, nil, body)
end
